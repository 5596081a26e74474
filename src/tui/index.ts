export { amount, duration } from './figures.ts'
export {
  cutLine,
  type Line,
  lineWidth,
  type Paint,
  paint,
  paintLine,
  type Span,
  type Style,
  span,
} from './paint.ts'
export { safeLine, safeText } from './safe.ts'
export { Screen, type ScreenPort, showCursor } from './screen.ts'
export { type TaskLineOptions, type TreeWords, taskLines } from './task-lines.ts'
export { treeLines } from './tree.ts'
export { displayWidth, fit, graphemes, wrap } from './width.ts'
