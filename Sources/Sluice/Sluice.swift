@_exported public import SluiceEntities
