// The first file of SluiceSocketTests.
