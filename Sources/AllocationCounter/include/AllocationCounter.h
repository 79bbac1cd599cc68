#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations can be counted here: where the C library is glibc.
bool allocationsCanBeCounted(void);

/// Counts heap allocations by all threads from now on, from zero.
void startCountingAllocations(void);

/// Stops counting; returns how many allocations there were.
int64_t stopCountingAllocations(void);

/// The bytes that are allocated and not freed now, over all arenas; -1 where nobody knows.
int64_t heapBytesInUse(void);

/// Returns free pages of the heap to the system, over all arenas; does nothing where that can't be
/// asked for.
void returnFreeMemory(void);

#endif
