// The first file of SluiceMonitor.
