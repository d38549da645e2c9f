import { createHash, randomUUID } from 'node:crypto'
import { resume } from '#server/db/tables.ts'
import type { Applicant } from './applicant.ts'
import { heading, pdfOf } from './pdf.ts'
import type { Page } from './pdf.ts'
import { fillSlots } from './random.ts'
import { TRADES } from '#demo/texts/trades.ts'
import { daysBefore, inBatches } from './scene.ts'
import type { Scene } from './scene.ts'

/** Inserts a PDF resume for most applicants. Each file is stored before its row is inserted. */
export async function insertResumes({ tx, files, now, applicants }: Scene): Promise<void> {
  const withOne = applicants.filter((applicant) => applicant.submitted_days_ago !== null && applicant.quirk.resume !== false && applicant.random.chance(0.86))
  const rows = await Promise.all(withOne.map((applicant) => storeResume(applicant, { files, now })))
  await inBatches(rows, (portion) => tx.insert(resume).values(portion))
}

async function storeResume(applicant: Applicant, { files, now }: Pick<Scene, 'files' | 'now'>): Promise<typeof resume.$inferInsert> {
  const content = await resumeOf(applicant, now)
  const storage_key = `resumes/${randomUUID()}.pdf`
  await files.put(storage_key, content)
  return {
    user_session_id: applicant.user_session_id,
    storage_key,
    sha256: createHash('sha256').update(content).digest('hex'),
    size_bytes: content.length,
    uploaded_at: daysBefore(now, applicant.submitted_days_ago! - 3 / 1440),
  }
}

const EMPLOYERS = [
  'Larkmoor Community Clinic',
  'Three Rivers Care Partners',
  'Saltgrass Regional Hospital',
  'Birchlane Family Practice',
  'Windham Hollow Health Center',
  'Cedar Gate Medical Group',
  'Northfork Home Health',
  'Bluestem Physicians',
  'Harborlight Billing Cooperative',
  'Juniper Mesa Health Plan',
]
const TOWNS = ['Fernley Falls, OR', 'Otter Creek, MN', 'Dry Willow, NM', 'Port Alder, ME', 'Maple Junction, OH', 'Stillwater Bend, GA', 'Redbank Hollow, TN']
const SKILLS = [
  'Teach-back',
  'Plain-language writing',
  'Spreadsheets',
  'Video visits',
  'Conversational Spanish',
  'Process mapping',
  'Chart review',
  'Annual privacy training',
]

/** Renders a one- or two-page resume with selectable text: contact details, summary, recent jobs and training. */
function resumeOf(applicant: Applicant, now: Date): Promise<Buffer> {
  const name = `${applicant.first} ${applicant.last}`
  return pdfOf({ Title: `${name} - Resume`, Author: name }, (page) => {
    drawHead(page, applicant, name)
    drawJobs(page, applicant, now)
    drawRest(page, applicant)
  })
}

function drawHead(page: Page, { email, linkedin, slots, random, role }: Applicant, name: string): void {
  page.font('Helvetica-Bold').fontSize(22).fillColor('#174a5b').text(name)
  page
    .font('Helvetica')
    .fontSize(10)
    .fillColor('#4a5358')
    .text([email, linkedin, random.pick(TOWNS)].filter((one) => one !== null).join('  ·  '))
  heading(page, 'Summary')
  const trade = TRADES[role]
  page.text(
    `${trade.titles[0]} with ${slots['years']} years of experience, most recently in ${slots['setting']}. ${fillSlots(random.pick(trade.why), slots)}`,
    { lineGap: 2 },
  )
}

function drawJobs(page: Page, { random, slots, role }: Applicant, now: Date): void {
  heading(page, 'Experience')
  const trade = TRADES[role]
  const titles = random.shuffled(trade.titles)
  const employers = random.shuffled(EMPLOYERS)
  const duties = random.shuffled(trade.duties)
  const stories = random.shuffled(trade.proud)
  const jobs = Number(slots['years']) > 8 ? 3 : 2
  let until = now.getUTCFullYear()
  for (let job = 0; job < jobs; job++) {
    const since = until - Math.max(1, Math.round(Number(slots['years']) / jobs))
    page.font('Helvetica-Bold').text(`${titles[job % titles.length]}, ${employers[job]}`, { continued: true })
    page.font('Helvetica').text(`  (${since} to ${job === 0 ? 'present' : until})`)
    const lines = duties.slice(job * 2, job * 2 + 2)
    page.moveDown(0.2).list(lines, { bulletRadius: 1.6, textIndent: 10, lineGap: 2 })
    page
      .moveDown(0.3)
      .text(fillSlots(stories[job % stories.length]!, slots), { lineGap: 2 })
      .moveDown(0.7)
    until = since
  }
}

function drawRest(page: Page, { random, slots, role }: Applicant): void {
  heading(page, 'Education and certifications')
  page.list(random.shuffled(TRADES[role].training).slice(0, 3), { bulletRadius: 1.6, textIndent: 10, lineGap: 2 })
  heading(page, 'Skills')
  page.text([String(slots['tool']), ...random.shuffled(SKILLS).slice(0, 5)].join(', '))
  if (random.chance(0.35)) drawReferences(page.addPage())
}

function drawReferences(page: Page): void {
  heading(page, 'References')
  page.text('Two former managers are happy to talk with you. I will send their numbers before a final interview, once they know to expect your call.', {
    lineGap: 2,
  })
  heading(page, 'Interests')
  page.text('My hit-or-miss vegetable garden, choir on Thursdays, and the first-aid class I teach every spring at the fire station.', { lineGap: 2 })
}
