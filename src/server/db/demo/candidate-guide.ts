import { heading, pdfOf } from './pdf.ts'
import type { Page } from './pdf.ts'

const PARTS: { title: string; text: string; newPage?: true }[] = [
  {
    title: 'Before we meet',
    text: 'You will have three conversations by video, each of about 45 minutes, with three different people. You choose the times. Tell us if captions, an interpreter, breaks or anything else would help: arranging it is routine for us and has no part in the decision.',
  },
  {
    title: 'Interview A: your path',
    text: 'What you have done, what you decided yourself, and what you would like to do next. Bring one example from the last two years that you know well. It need not be a success.',
  },
  {
    title: 'Interview B: the craft',
    text: 'A worked example from the role, with made-up people in it. You get five quiet minutes to read. We care more about how you check and what you ask than about how fast you are. You may use your own notes and look things up.',
  },
  {
    title: 'Interview C: with people',
    text: 'Situations with patients, families and colleagues, told as they happened. Please leave out names and anything else by which a person could be recognised.',
  },
  {
    title: 'How we decide',
    newPage: true,
    text: 'Each interviewer writes down, alone and within a day, what was said. Then the hiring lead reads everything together with your application and decides. Software helps us to find the place in the notes; it does not score anybody and does not decide. You hear from us within five working days.',
  },
  {
    title: 'What we do not ask',
    text: "Family, health, age, origin, faith, politics. If someone asks you anyway, you don't have to answer, and please tell us.",
  },
  {
    title: 'Pay and practical things',
    text: 'The range of the role stands in the opening, and the offer will lie in it. You work from home anywhere in the United States. We pay for the device of your choice.',
  },
  {
    title: 'Questions for us',
    text: 'Ask what is hard about the role, why the last person left, what happens when a plan goes wrong, and how the first month looks. A good question has never hurt anyone here.',
  },
]

/** Generates a two-page guide for invited candidates: the password-protected document in the demo. */
export function candidateGuide(company: string): Promise<Buffer> {
  return pdfOf({ Title: `Candidate guide of ${company}`, Author: company }, (page) => {
    page.font('Helvetica-Bold').fontSize(24).fillColor('#174a5b').text('Candidate guide')
    page.font('Helvetica').fontSize(12).fillColor('#4a5358').text(`For people whom ${company} has invited to a panel. Please do not pass it on.`)
    for (const part of PARTS) drawPart(part.newPage ? page.addPage() : page, part)
  })
}

function drawPart(page: Page, { title, text }: { title: string; text: string }): void {
  heading(page, title)
  page.fontSize(12).text(text, { lineGap: 4 })
}
