/** Numbers as people read them at a glance. */

/** 0.4s, 12s, 3m 05s, 2h 10m. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000
  if (seconds < 9.95) return `${seconds.toFixed(1)}s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole}s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}m ${String(whole % 60).padStart(2, '0')}s`
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`
}

/** 840, 1.2k, 35k, 1.4M. */
export function amount(count: number): string {
  if (count < 1_000) return String(Math.round(count))
  if (count < 9_950) return `${(count / 1_000).toFixed(1)}k`
  if (count < 999_500) return `${Math.round(count / 1_000)}k`
  return `${(count / 1_000_000).toFixed(1)}M`
}
