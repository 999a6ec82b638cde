// Package arch keeps the tree in shape: which package may import which, what
// depends on what and why, how long files may grow. Its tests are edited only
// by decision, never to make a build pass.
package arch
