// The first file of SluiceTestingTests.
