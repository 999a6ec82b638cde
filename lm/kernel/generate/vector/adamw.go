package main

func adamW(m *machine) {
	m.begin("adamW", "(param, gradient, m, v []float32, scale, beta1, rest1, beta2, rest2, decay, rate, inverseRoot2, epsilon float32)",
		"makes one step.")
	param, gradient, mean, square := m.pointer("param"), m.pointer("gradient"), m.pointer("m"), m.pointer("v")
	s := m.span(m.length("param"))
	scale, decay, rate := m.broadcast(m.address("scale")), m.broadcast(m.address("decay")), m.broadcast(m.address("rate"))
	beta1, rest1 := m.broadcast(m.address("beta1")), m.broadcast(m.address("rest1"))
	beta2, rest2 := m.broadcast(m.address("beta2")), m.broadcast(m.address("rest2"))
	inverseRoot2, epsilon := m.broadcast(m.address("inverseRoot2")), m.broadcast(m.address("epsilon"))
	s.each(1, func(p place) {
		g, first, second, value := p.load(gradient), p.load(mean), p.load(square), p.load(param)
		m.VMULPS(scale, g, g)
		m.VMULPS(beta1, first, first)
		m.VFMADD231PS(rest1, g, first)
		p.store(first, mean)
		m.VMULPS(g, g, g)
		m.VMULPS(beta2, second, second)
		m.VFMADD231PS(rest2, g, second)
		p.store(second, square)
		m.VSQRTPS(second, second)
		m.VFMADD213PS(epsilon, inverseRoot2, second)
		m.VMULPS(rate, first, first)
		m.VDIVPS(second, first, first)
		m.VFMADD231PS(decay, value, first)
		m.VSUBPS(first, value, value)
		p.store(value, param)
	})
	m.end()
}
