/** Tells the call that owns a request when bytes of its answer come in: comments and pings never reach the libraries' parts. */
export interface Transport {
  readonly fetch: typeof fetch
  onLifeOf(signal: AbortSignal, onLife: () => void): void
}

/** A transport over `fetch`. Calls are told apart by their abort signal, which the libraries pass on untouched. */
export function transport(over: typeof fetch): Transport {
  const lives = new WeakMap<AbortSignal, () => void>()
  return {
    onLifeOf: (signal, onLife) => {
      lives.set(signal, onLife)
    },
    fetch: async (input, init) => {
      // A redirect could carry the key to somebody else; it comes back as what it is, and is reported.
      const response = await over(input, { ...init, redirect: 'manual' })
      const onLife = init?.signal ? lives.get(init.signal) : undefined
      if (!onLife || !response.body || !response.ok) return response
      return new Response(response.body.pipeThrough(tapped(onLife)), {
        status: response.status,
        statusText: response.statusText,
        headers: response.headers,
      })
    },
  }
}

function tapped(onBytes: () => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(chunk, controller) {
      onBytes()
      controller.enqueue(chunk)
    },
  })
}
