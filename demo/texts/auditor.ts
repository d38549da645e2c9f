import type { Trade } from './trade.ts'

export const AUDITOR: Trade = {
  titles: ['Medical Coder', 'Coding Auditor', 'Senior Professional Coder', 'Revenue Integrity Specialist'],
  settings: ['an orthopedic group', 'a billing company', 'a multi-specialty clinic', 'a teaching hospital', 'a telehealth startup'],
  tools: ['3M 360', 'Optum EncoderPro', 'TruCode', 'Excel'],
  training: [
    'CPC, CPMA, AAPC',
    'CCS, AHIMA',
    'AS, Health Information Technology, Prairie View Technical College',
    'BS, Health Information Management, Wexcombe University',
  ],
  why: [
    '"In both directions" is the reason I write to you. In {setting} I was asked to look in one direction only, and I left.',
    'I have coded for {years} years and audited for {months} months, and I find that I like the conversation after the finding more than the finding.',
    'Telehealth rules change every few months. I am the person in my office who reads them on the day they come out, with a highlighter, for fun.',
    'I would like to sit in that Tuesday meeting with the one claim nobody could agree on. I have a small collection of those myself.',
    'A small team suits me. In {setting} there were sixty of us and I never learnt whether anything I wrote was read.',
    'I read documentation the way other people read crime novels, and I would like to do it where the ending matters to somebody.',
    'What I like about your posting is "without blame". Coders hide what they are punished for, and I have seen the result in {setting}.',
    'I am looking for a place where I can finish an audit before the next one starts, and where a finding leads to something other than a spreadsheet.',
    'Two clinicians from {setting} still write to me with questions, although I left. I take that as the best reference I have.',
  ],
  proud: [
    'I found that a template in {setting} copied the review of systems from the visit before. Nobody meant any harm. I drew a sample of {count} charts, showed that {percent} percent could not support the level billed, and brought it to compliance with the amount to be paid back. It was not a pleasant month. The template was fixed, we refunded, and the outside audit a year later had no findings there.',
    'Modifier 25 was our most denied and most argued claim. Instead of another memo I sat with eight clinicians for ten minutes each, with two of their own notes. I asked them to tell me what the second problem was. Those who could say it began to write it. Denials fell by {percent} percent in {months} months, and I had no memo to write.',
    'I built the sampling sheet that our team uses: random, by clinician and by level, with the size worked out and not guessed. Before that each auditor had picked charts by feel. The first honest sample showed that my own favorite clinic was the worst. I keep that in mind.',
    'A new coder on my team had an accuracy of 71 percent and was about to be let go. I looked at her errors and {count} of them were one error: she had been taught an old rule for time. We spent an hour a week together. After {months} months she was at 94 percent, and now she is the one I ask about time.',
    'When the telehealth place-of-service rule changed, I wrote a single page with a decision path of five questions and tested it on {count} real claims before it went out. Two payers read the rule differently, so there were two footnotes. It is still taped to monitors in {setting}. I have updated it nine times.',
    'I once reported a finding that was wrong: I had used the guideline of the wrong year. I noticed two days later, called the physician before anyone asked, and corrected the report with a line saying that the mistake was mine. He has sent me his difficult notes ever since. Our reports carry the year of the guideline in the header now.',
  ],
  duties: [
    'Audited 60 professional claims a week against documentation',
    'Wrote findings with rule and source and discussed each with the clinician',
    'Kept coding accuracy of the team at 95 percent or better',
    'Prepared evidence for two payer audits, both closed without findings',
    'Taught the office visit guidelines to 40 clinicians',
    'Followed monthly payer bulletins and summarised what changed',
  ],
}
