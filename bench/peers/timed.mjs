/** Median milliseconds of an action after a warm-up. */
export async function timed(runs, warmUp, action) {
  for (let run = 0; run < warmUp; run += 1) await action(run)
  const times = []
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now()
    await action(run)
    times.push(performance.now() - began)
  }
  times.sort((one, other) => one - other)
  return times[Math.floor(runs / 2)]
}

/** A 200-turn thread: the time of turn 200, its ratio to turn 10, each the median of eleven around it. */
export async function thread(turn) {
  const times = []
  for (let number = 1; number <= 200; number += 1) {
    const began = performance.now()
    await turn(number)
    times.push(performance.now() - began)
  }
  const around = (number) => times.slice(number - 6, number + 5).sort((one, other) => one - other)[5]
  return { threadMs: around(195), threadRatio: around(195) / around(10) }
}
