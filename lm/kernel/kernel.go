// Package kernel holds the numeric kernels of the native engine: matrix
// products, vector functions and quantised matrix–vector products, as portable
// Go and as generated AVX2 and AVX-512 assembly chosen at run time.
package kernel
