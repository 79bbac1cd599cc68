// The first file
