import { once } from 'node:events'
import Pdf from 'pdfkit'
import type { Entry, Sections } from './seal.ts'

const TITLES: Record<string, string> = {
  application: 'Application',
  answers: 'Questions as asked, and answers',
  resumes: 'Resumes',
  interviews: 'Interviews',
  interview_feedback: 'Feedback',
  hiring_decisions: 'Red flags',
  status_changes: 'Timeline',
  emails: 'Emails sent',
  staff: 'Staff',
}

/** The sections for reading. The same sections give the same bytes: no clock, no random number. */
export async function packetPdf(sections: Sections, isBlind: boolean): Promise<Buffer> {
  const title = isBlind ? 'Decision packet (blind)' : 'Decision packet'
  const page = new Pdf({ size: 'LETTER', margin: 54, info: { Title: title, CreationDate: new Date(0) }, lang: 'en-US', displayTitle: true })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(page, 'end')
  page.font('Helvetica-Bold').fontSize(18).text(title)
  for (const [name, entries] of Object.entries(sections)) {
    page
      .moveDown()
      .font('Helvetica-Bold')
      .fontSize(13)
      .text(TITLES[name] ?? name)
    if (entries.length === 0) page.font('Helvetica').fontSize(9).text('None.')
    for (const [i, entry] of entries.entries()) {
      page
        .moveDown(0.4)
        .font('Helvetica-Bold')
        .fontSize(9)
        .text(`${i + 1}.`)
      for (const line of linesOf(entry)) page.font('Helvetica').fontSize(9).text(line)
    }
  }
  page.end()
  await ended
  return Buffer.concat(chunks)
}

function linesOf(entry: Entry): string[] {
  return Object.entries(entry)
    .filter(([, value]) => value !== null && value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name.replace(/_/gu, ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
}
