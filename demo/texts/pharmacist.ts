import type { Trade } from './trade.ts'

export const PHARMACIST: Trade = {
  titles: ['Ambulatory Care Pharmacist', 'Community Pharmacist', 'Clinical Pharmacist, Medication Therapy Management', 'Pharmacy Resident'],
  settings: ['a chain pharmacy', 'a Medicare plan', 'an anticoagulation clinic', 'an independent pharmacy', 'a transplant clinic'],
  tools: ['motivational interviewing', 'OutcomesMTM', 'Epic Willow', 'a paper pill card'],
  training: ['PharmD, Larkspur State University', 'PGY1 residency, ambulatory care', 'BCACP', 'Immunization certificate'],
  why: [
    'The talking half of pharmacy is the half I was good at. In {setting} I had ninety seconds for it.',
    'I have called people about refills for {years} years and learnt that "I forgot" is hardly ever the reason.',
    'Stopping a medicine takes longer than starting one, and I would like to work where that time exists.',
    'I keep a list of the cheapest way to fill forty common drugs, and I would like more people to have use of it.',
    'I spent years being quick. I would like to find out how much better I am when I am not.',
    'Half an hour with somebody who takes nine medicines is a luxury I have had {count} times, and I remember each of them.',
    'In {setting} I could see who did not come back for a refill, and was not given the time to ask why. You have made that question the job.',
  ],
  proud: [
    'A woman with fourteen medicines told me that she sorted them by color. I spent an hour with her and her kitchen scale of a pill box, and after {months} months with her doctor she had eight. Two of those that went had been prescribed for the side effects of a third. She sends {setting} a pie in November.',
    'I called {count} people who had never picked up their statin. I did not explain cholesterol to anyone. I asked what they had heard. Most had heard something from a brother-in-law. {percent} percent started, and I wrote down the reasons of those who did not, because they were good reasons.',
    'I set up ninety-day fills on one date for people with more than five medicines in {setting}. It took a spreadsheet and a great many patient technicians. Late refills fell by {percent} percent. The technicians named it after me and I have asked them to stop.',
    'I caught a tenfold dose in a child’s prescription on a Saturday and could not reach anyone for two hours. I did not dispense, stayed with the father in the waiting area, and found the resident through the hospital operator. I wrote up the near miss, and the order screen now refuses that dose.',
    'With {tool} I ran visits for {count} people on blood thinners, by phone. Time in range rose by {percent} points over {months} months. What helped most was asking them when they eat, and moving the tablet to a time of day that already existed.',
  ],
  duties: [
    'Held 12 medication reviews a day by phone',
    'Agreed with clinicians on stopping or switching in four of ten reviews',
    'Enrolled patients in assistance programmes',
    'Ran an anticoagulation service for 140 people',
    'Precepted students in ambulatory care',
  ],
}
