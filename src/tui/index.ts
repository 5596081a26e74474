export { contentLines } from '../content/lines.ts'
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
export { Screen, type ScreenPort, showCursor } from './screen.ts'
