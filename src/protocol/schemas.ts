/**
 * The door to everything that reads what comes from outside: events and message payloads. It brings the schema
 * library, which the rest of the language does without: importing Loggia must not pay for what it may never read.
 */
export {
  contentKinds,
  inspect as inspectContent,
  plainText,
  readContent,
} from '../content/kinds.ts'
export { CodecError, decodeEvent } from './codec.ts'
