// The first file of SluiceSocket.
