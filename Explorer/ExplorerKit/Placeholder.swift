// The first file of ExplorerKit.
