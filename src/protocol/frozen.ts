import type { Json } from './events/parts.ts'

/** Everything read-only, all the way down; branded strings and free JSON stay as they are. */
export type Frozen<T> = T extends string | number | boolean | null | undefined
  ? T
  : Json extends T
    ? Json
    : T extends readonly (infer Item)[]
      ? readonly Frozen<Item>[]
      : { readonly [Key in keyof T]: Frozen<T[Key]> }
