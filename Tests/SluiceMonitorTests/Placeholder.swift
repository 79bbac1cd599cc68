// The first file of SluiceMonitorTests.
