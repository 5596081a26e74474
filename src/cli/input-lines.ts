/** Lines of a byte stream, split at byte 0x0A only: readline would also split where a text holds U+2028. */
export async function* inputLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of input) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
