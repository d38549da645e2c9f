import type { Trade } from './trade.ts'

export const INFORMATICS: Trade = {
  titles: ['Clinical Informatics Analyst', 'Nurse Informaticist', 'EHR Application Analyst', 'Clinical Systems Trainer'],
  settings: ['a 220-bed hospital', 'a group of nine clinics', 'a regional laboratory', 'a children’s hospital', 'a hospice network'],
  tools: ['Epic', 'Cerner', 'MEDITECH', 'athenahealth'],
  training: [
    'MS, Health Informatics, Wexcombe University',
    'BSN, Copperfield University',
    'ANCC Informatics Nursing certification',
    'BS, Information Systems, Tallgrass College',
  ],
  why: [
    'I was a floor nurse for {years} years and then the person everyone called about {tool}. I have been on both ends of a bad Monday release.',
    'The sentence about an alert that is overridden 588 times out of 600 could have been written in my hospital. I retired one like it and would like to do that for a living.',
    'In {setting} I spend most of my week on tickets. I want to spend it in visits, watching, and come back with one change that is worth making.',
    'I read HL7 by eye, which is a strange thing to be glad about, and I am looking for a team that has a use for it.',
    'Your team seems to measure before and after. I have asked for that in {setting} for {months} months.',
    'I keep a list of workarounds that I have seen nurses invent. It has {count} entries, and I believe that each of them is a requirement that nobody wrote down.',
    'My best days are those on which I sit on a stool in the corner of a room and say nothing. There seem to be many such days in this role.',
    'I can write the query, and I can also tell a department head why it will not say what he hopes. In {setting} I have done both in one afternoon.',
    'I like that you mention the morning after a release. In {tool} projects that I have been part of, everybody had gone home by then.',
  ],
  proud: [
    'Our sepsis alert in {tool} fired so often that nurses had a rhythm for closing it. I pulled {months} months of firings, sat with the rapid response team, and found that two thirds came from a heart rate typed in once at triage. We changed the window and asked for two values. Firings fell by {percent} percent; time to antibiotics did not get worse, which I watched every week for half a year because I was afraid of it.',
    'I redesigned the discharge medication list in {setting}. First I sat in on {count} discharges with a stopwatch and a notebook. The list had been alphabetical. Patients read it by time of day. The new one is sorted by morning, noon, evening, night, and calls to the ward about "which one is the white one" went down by {percent} percent.',
    'When we moved to {tool}, the laboratory interface dropped results with a comment longer than 255 characters. Nobody noticed for nine days. I found it because a nurse in the break room said that a culture was slow. I wrote the query that found all {count} lost results, called each of the floors with their list, and built the report that now runs every hour and is boring.',
    'I taught {tool} to physicians who did not want to be taught. What worked was 15 minutes at their own desk, with their own patients, and leaving them with two things only. I did {count} such visits in {months} months. Time in the record after 7 pm fell by {percent} percent in the group I had visited. I keep a list of the things they asked for and could not have, and why.',
    'A clerk showed me that registering a newborn took 34 clicks and the mother’s name twice. It was no project, just two afternoons. Now it is 19. She put a sticker on her monitor with the number. I have shipped bigger things, but that sticker is what I think of.',
    'I chaired the group that decides about new alerts. In the beginning we said yes to everything. I introduced a form with one question that mattered: which alert will you give up for this one? Over {months} months we added {count} and removed forty. Two people were cross with me for a while and one of them chairs the group now.',
  ],
  duties: [
    'Built and tested 40 order sets together with pharmacists and physicians',
    'Analysed alert firings and retired those without effect',
    'Ran at-the-elbow support for three releases',
    'Kept eleven HL7 interfaces running, with monitoring that pages before users call',
    'Wrote SQL reports for quality and safety rounds',
    'Taught new clinicians in classes of six',
    'Led down-time drills twice a year',
  ],
}
