// The first file of SluiceWire.
