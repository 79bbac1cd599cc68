// Nothing to call: see ReferenceOrder.c.
