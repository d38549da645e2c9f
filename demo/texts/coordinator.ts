import type { Trade } from './trade.ts'

export const COORDINATOR: Trade = {
  titles: ['Care Coordinator', 'Community Health Worker', 'Medical Assistant', 'Discharge Planner', 'Patient Navigator'],
  settings: ['a cardiology practice', 'a home health agency', 'a free clinic', 'a hospital discharge office', 'a dialysis center', 'a senior housing program'],
  tools: ['Epic', 'a shared spreadsheet', 'Salesforce Health Cloud', 'CareSignal'],
  training: [
    'AAS, Medical Assisting, Prairie View Technical College',
    'BA, Social Work, Tallgrass College',
    'Community Health Worker certificate',
    'BS, Public Health, Wexcombe University',
  ],
  why: [
    'I make these calls already, from {setting}, between other duties. I would like it to be the job and not what is left of the afternoon.',
    'I looked after my grandfather through three discharges. I know the folder with the eleven sheets, I had it on my refrigerator.',
    'Sixty people is a number I can remember by voice. In {setting} I have had a hundred and forty, and I forgot some of them.',
    'A nurse and a social worker in the same pod means that I can ask before it becomes a problem. I have worked without that for {years} years.',
    'I grew up translating for my family at the clinic. I am good at turning what a doctor said into what somebody will do on Tuesday.',
    'I want to work from home because of my daughter’s school hours, and I want to be honest about that: I am at my best before three in the afternoon.',
    'I know which questions people answer with "fine". After {years} years I have better ones, such as what was for dinner.',
    'In {setting} I am told that I stay on the phone too long. My people do not come back through the emergency room, so I have stopped apologizing for it.',
    'I am organized to a degree that my family finds funny, and this is the first job description in which that seems to be the main thing.',
  ],
  proud: [
    'A patient of {setting} kept missing dialysis. Everyone had told him why it mattered. I asked him to walk me through a Tuesday. His ride came at 5:40 and his wife could not be left alone before seven. It took {count} phone calls to move his chair time and find a neighbor for the gap. He has missed once in {months} months, and that was a flat tire.',
    'I started a Friday call list in {setting}: everyone sent home on a Thursday or Friday, because nobody would call them before Monday. Three questions: do you have the medicine in the context, who is with you tonight, what would make you call us. Of {count} people in the first season, nine had no medicine. Return visits on weekends went down by {percent} percent, and my supervisor asked two other offices to copy it.',
    'My proudest piece of work is a list of {count} things: every food pantry, ride service, equipment closet and pharmacy discount in our four counties, with the name of a person and the date when I last called to check. I update ten a week. People say to use the state directory. I have called the state directory; a third of the numbers are dead.',
    'A woman told me three times that she was fine. On the fourth call I heard that she was breathing in the middle of the sentence. I did not try to be clever, I said "I am going to put the nurse on now, stay with me", and did. She was in the hospital that evening with fluid on her lungs, and home again after four days. She calls me "the nosy one".',
    'When our office changed to {tool}, {percent} percent of the open follow-ups did not come across. I still had my notebook. With one colleague I went through {months} months of it over two weekends and we found {count} people who were waiting for something that nobody knew about any more. I do keep my notes in the system now. I also still have the notebook.',
    'I helped a man get his insulin for 35 dollars instead of 300, which is not hard, it is one form. But then I asked how many others had the same plan, and we went through the list and there were {count}. I wrote the steps on one page with pictures of the screens, in English and Spanish, and the front desk hands it out. That page has done more than I have.',
    'A family and a nursing home were not speaking after a fall. I listened to both for an hour each and wrote down only the things they agreed on. There were five. We began with those. He moved back in after {months} months of planning, with a rail in the bathroom and a schedule on the refrigerator that his daughter and the aide both sign.',
    'In {setting} I trained {count} volunteers to make check-in calls. The hardest part was teaching them to stop talking. I recorded myself, badly, as the example of what not to do, and we counted how many times I interrupted. Eleven in four minutes. After that everybody was braver about their own tape.',
  ],
  duties: [
    'Called 25 to 30 patients a day after discharge and documented each call the same day',
    'Arranged transport, equipment and meals across four counties',
    'Completed benefit applications with patients over the phone',
    'Brought warning signs to the nurse within the hour',
    'Kept a verified directory of local services',
    'Interpreted between Spanish and English for patients and staff',
    'Reconciled medicine lists with pharmacies',
  ],
}
