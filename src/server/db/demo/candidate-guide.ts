import { heading, pdfOf } from './pdf.ts'
import type { Page } from './pdf.ts'

const PARTS: { title: string; text: string; newPage?: true }[] = [
  {
    title: 'Before we meet',
    text: "You'll have three video interviews of about 45 minutes each, with three different people. You choose the times. Tell us if captions, an interpreter, breaks or anything else would help. We arrange these all the time, and asking won't affect our decision.",
  },
  {
    title: 'Interview A: your experience',
    text: "We'll talk about what you've done, which decisions were yours, and what you'd like to do next. Bring one example from the last two years that you know well. It doesn't have to be a success.",
  },
  {
    title: 'Interview B: your field',
    text: "We'll work through a realistic case from the role, with made-up people. You'll get five quiet minutes to read it. We care more about how you check your work and what you ask than how fast you are. You can use your notes and look things up.",
  },
  {
    title: 'Interview C: working with people',
    text: "We'll ask about real situations with patients, families and colleagues. Please leave out names and anything else that could identify someone.",
  },
  {
    title: 'How we decide',
    newPage: true,
    text: "Within a day, each interviewer writes feedback without seeing anyone else's. The hiring lead then reads all of it with your application and decides. Software helps us find passages in the notes. It doesn't score anyone or make the decision. You'll hear from us within five business days.",
  },
  {
    title: "What we don't ask about",
    text: "Family, health, age, national origin, religion or politics. If someone asks anyway, you don't have to answer. Please let us know.",
  },
  {
    title: 'Pay and logistics',
    text: "The role's page shows the pay range, and any offer will be within it. You can work from home anywhere in the United States, on a computer of your choice that we pay for.",
  },
  {
    title: 'Questions for us',
    text: "Ask what's hard about the role, why the last person left, what happens when a plan goes wrong, and what the first month looks like. We like good questions.",
  },
]

/** Creates a two-page guide for invited candidates: the demo's password-protected document. */
export function candidateGuide(company: string): Promise<Buffer> {
  return pdfOf({ Title: `${company} candidate guide`, Author: company }, (page) => {
    page.font('Helvetica-Bold').fontSize(24).fillColor('#174a5b').text('Candidate guide')
    page.font('Helvetica').fontSize(12).fillColor('#4a5358').text(`For candidates invited to interview with ${company}. Please don't share it.`)
    for (const part of PARTS) drawPart(part.newPage ? page.addPage() : page, part)
  })
}

function drawPart(page: Page, { title, text }: { title: string; text: string }): void {
  heading(page, title)
  page.fontSize(12).text(text, { lineGap: 4 })
}
