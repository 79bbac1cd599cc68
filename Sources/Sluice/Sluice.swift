// What a program imports.

@_exported public import SluiceCore
@_exported public import SluiceEffects
@_exported public import SluiceEntities
@_exported public import SluiceFeatures
