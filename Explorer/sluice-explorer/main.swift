import ExplorerKit

ExplorerMain.run()
