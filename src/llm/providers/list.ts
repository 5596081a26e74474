/** A provider as a person configures it. */
export interface ListedProvider {
  readonly name: string
  /** Environment variable of its key; null where none is needed. */
  readonly keyEnv: string | null
}

/** The providers there are, with the names of their keys. Loads the table, not the providers. */
export async function listProviders(): Promise<readonly ListedProvider[]> {
  const { providers } = await import('./table.ts')
  return Object.entries(providers).map(([name, { keyEnv }]) => ({ name, keyEnv }))
}
