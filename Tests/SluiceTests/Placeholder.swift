// The first file of SluiceTests.
