import type { Trade } from './trade.ts'

export const ANALYST: Trade = {
  titles: ['Health Data Analyst', 'Quality Improvement Analyst', 'Reporting Analyst', 'Research Assistant, Epidemiology'],
  settings: ['a health plan', 'a county health department', 'a hospital quality office', 'a registry of stroke patients', 'a university research group'],
  tools: ['SQL and Python', 'R', 'Snowflake and dbt', 'SAS', 'Power BI'],
  training: [
    'MPH, Epidemiology, Wexcombe University',
    'BS, Statistics, Copperfield University',
    'Coding bootcamp, data track',
    'BA, Economics, Tallgrass College',
  ],
  why: [
    'One page, one picture and an honest sentence about what the data cannot say: I have been told off for that last sentence in {setting}, and I would like to be asked for it.',
    'I have worked in {tool} for {years} years, and the part I like is the first conversation, when the question turns out to be another question.',
    'A statistician who reviews designs before the data is pulled is something I have wished for since my first job.',
    'I have been wrong about a denominator in front of forty people. It made me a better analyst and I was amused to find it in the requirements.',
    'I taught myself to program at night after shifts as a pharmacy technician. I know what the codes in the claims table look like on the shelf.',
    'I enjoy finding out why a number moved more than I enjoy it moving. For quality measures that seems to be the right way around.',
    'I spent {months} months in {setting} building a dashboard that four people opened. I would rather write one page that changes a decision.',
    'I care about people not being recognisable in small numbers, for reasons that are partly personal, and I saw that it is in your list of duties and not in the small print.',
    'My code is reviewed by nobody at present. I have begun to review it myself a week later, and I find enough to know that I need colleagues.',
  ],
  proud: [
    'Our readmission rate fell by {percent} percent in one quarter and a press release was being written. I asked for two days. The drop came from one hospital that had begun to code short stays as observation. I wrote one page with one chart and no adjectives. The press release was not sent. My director forwards that page to new analysts.',
    'I built the table that {setting} counts patients from. Before it, four departments had four answers. I wrote down each definition, found where they parted, and got the people into one call. It took {months} months, most of it talking. It has {count} tests now and I sleep well when it is refreshed.',
    'A nurse asked me why her diabetic patients "disappeared". In {tool} I found that {percent} percent had changed their phone number and we kept the old one, because the import took the first value and not the latest. It was a one-line fix, but first I made a list, and {count} people were called who had been thought lost.',
    'I compared our outreach by phone with doing nothing, properly: we had capacity for half of the list anyway, so I convinced the team to draw that half at random. The calls raised screening by {few} points, less than we had hoped and more than the letter. It was the first time somebody in {setting} had a number they could defend.',
    'I noticed that a public dashboard of ours showed a cell with a count of one, in a small town, for a rare disease. I took it down first and asked second. Then I wrote the suppression rule, including the complementary cells that everyone forgets, and a test that fails when somebody bypasses it. {months} months later the test failed, so it was worth it.',
    'My report about missed visits had a beautiful map. At the presentation a bus driver’s daughter asked whether I knew that line 14 had been cut. I did not. I went back, added the transit data and the story changed from "non-compliant neighborhoods" to a bus. I now show drafts to somebody who lives there.',
    'I rewrote a monthly job that took eleven hours and failed on Sundays. It runs in {count} minutes. Nobody noticed, except that the person who used to get up on Sundays sent me a photo of her breakfast.',
  ],
  duties: [
    'Wrote and reviewed SQL for quality measures used by 12 clinics',
    'Built tested data models and documented every definition',
    'Presented findings to clinicians in one page',
    'Set and automated rules against recognising people in small numbers',
    'Designed two randomised comparisons of outreach methods',
    'Found and fixed faults in the feeds of three registries',
  ],
}
