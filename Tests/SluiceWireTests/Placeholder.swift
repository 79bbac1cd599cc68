// The first file of SluiceWireTests.
