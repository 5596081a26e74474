import { z } from 'zod'
import { eventId, id } from './parts.ts'

/** session.*: one collaboration of a user with a team. */
export const sessionEvents = {
  'session.created': z.object({
    title: z.string(),
    teamId: z.string(),
    ownerId: z.string(),
    teamDigest: z.string().optional().describe('sha256 of the team as it was when the session began'),
  }),
  'session.renamed': z.object({ title: z.string() }),
  'session.paused': z.object({}),
  'session.resumed': z.object({}),
  'session.completing': z.object({}),
  'session.closed': z.object({}),
  'session.reopened': z.object({}),
  'session.forked': z.object({ from: id('session'), upTo: eventId }),
} as const
