export type Table = { title: string; columns: string[]; rows: string[][]; notes: string[] }

/** The product's ratio to its floor, with a target. `because` explains a missed target and is shown only then. */
export type Case = { what: string; product: string; floor: string; ratio: number; goal: { atLeast: number } | { atMost: number }; because?: string }

export function tableOfCases(title: string, cases: Case[], notes: string[]): Table {
  const short = cases.filter((one) => !isMet(one) && one.because)
  return {
    title,
    columns: ['case', 'product', 'floor', 'ratio', 'goal', ''],
    rows: cases.map((one) => [one.what, one.product, one.floor, one.ratio.toFixed(2), goalOf(one), isMet(one) ? 'met' : '**missed**']),
    notes: [...notes, ...short.map((one) => `Missed, ${one.what}: ${one.because}`)],
  }
}

/** An absolute value and its upper limit. */
export type Limit = { what: string; is: number; most: number; show: (value: number) => string; because?: string }

export function tableOfLimits(title: string, limits: Limit[], notes: string[]): Table {
  const rows = limits.map(({ what, is, most, show }) => [what, show(is), `at most ${show(most)}`, is <= most ? 'met' : '**missed**'])
  const short = limits.filter(({ is, most, because }) => is > most && because)
  return { title, columns: ['what', 'measured', 'goal', ''], rows, notes: [...notes, ...short.map((one) => `Missed, ${one.what}: ${one.because}`)] }
}

function isMet({ ratio, goal }: Case): boolean {
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost
}

function goalOf({ goal }: Case): string {
  return 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`
}

export function asMarkdown({ title, columns, rows, notes }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [`## ${title}`, '', line(columns), line(columns.map(() => '---')), ...rows.map(line), '', ...notes.map((note) => `${note}\n`)].join('\n')
}
