print("sluice-explorer")
