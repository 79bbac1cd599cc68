// The first file of SluiceTree.
