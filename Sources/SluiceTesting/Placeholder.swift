// The first file of SluiceTesting.
