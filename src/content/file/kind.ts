import { z } from 'zod'
import { defineKind, joined } from '../kit/kind.ts'

/** A file, by reference: its content is in the blob store. */
export const file = defineKind({
  schema: z.object({
    name: z.string(),
    mediaType: z.string().optional(),
    sizeBytes: z.int().nonnegative().optional(),
    hash: z.string().optional().describe('of the blob that holds it'),
    preview: z.string().optional(),
  }),
  plainText: (content) => joined(fileText(content), content.preview),
})

/** Name, type and size in one line. */
export function fileText({
  name,
  mediaType,
  sizeBytes,
}: {
  readonly name: string
  readonly mediaType?: string | undefined
  readonly sizeBytes?: number | undefined
}): string {
  const facts = [mediaType, sizeBytes === undefined ? undefined : `${sizeBytes} bytes`]
  const known = facts.filter((one) => one !== undefined)
  return known.length === 0 ? name : `${name} (${known.join(', ')})`
}
