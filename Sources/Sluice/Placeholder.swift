// The first file of Sluice.
