package demo

// Wrong is tested from outside.
var Wrong = wrong
