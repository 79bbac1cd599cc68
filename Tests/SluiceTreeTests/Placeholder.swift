// The first file of SluiceTreeTests.
