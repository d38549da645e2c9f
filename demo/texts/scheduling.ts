import type { Trade } from './trade.ts'

export const SCHEDULING: Trade = {
  titles: ['Scheduling Supervisor', 'Patient Access Representative', 'Call Center Team Lead', 'Front Office Coordinator'],
  settings: ['an imaging center', 'a pediatric group', 'a hospital call center', 'an eye clinic', 'a group of dental offices'],
  tools: ['Epic Cadence', 'NextGen', 'Phreesia', 'athenahealth'],
  training: [
    'BA, Communication, Tallgrass College',
    'AAS, Office Administration, Prairie View Technical College',
    'Certified Healthcare Access Associate',
    'Lean Yellow Belt',
  ],
  why: [
    'Not measuring the length of a call is the reason I read to the end. In {setting} I was asked to bring mine under three minutes, and I did, and people called twice.',
    'I have led schedulers for {years} years and still take calls, because otherwise I believe my own reports.',
    'Calendar templates are my odd hobby. I can usually tell from one week of a clinician’s template why Thursday always runs late.',
    'I want to lead a remote team on purpose. In {setting} we became remote in a week and never decided how.',
    'I am up at five anyway. The early shift was never a punishment for me.',
    'I have built templates in {tool} for {years} years, and each time I have begun by asking patients when they can come. It is surprising how rarely that is asked.',
    'A team of nine is the size at which I can still hear everybody. In {setting} I had twenty-two and heard the loud ones.',
    'I would like to lead people who are trusted to take as long as a call needs, and I would like to show that it costs less in the end.',
    'You publish waiting times each week. I did that in {setting} for {months} months until somebody higher up found it embarrassing.',
  ],
  proud: [
    'In {setting} the third next available appointment was {count} days away and everyone said that we needed more doctors. I mapped the templates on a wall with colored tape. There were 22 visit types; patients needed six. After {months} months of one clinic at a time the wait was down by {percent} percent, with the same doctors. The wall has a hole where the tape was.',
    'We had a no-show rate of {percent} percent on Monday mornings. I called {count} of the people who had not come, myself, and asked. Most had tried to cancel and hung up on hold. We added a text that could be answered with one letter. It cost nothing. I am proud that I called first.',
    'One of my schedulers was the slowest in every report and I was told to "manage" her. I listened to twenty of her calls. Her patients never called back. I took that to my director with numbers, and after some weeks of arguing the report got a second column. She trains new people now.',
    'The morning our phone system failed, I moved the team to their own cell phones with blocked numbers, split the list by first letter, and put the state of things in a shared note every 15 minutes. We reached {most} percent of the day’s patients before ten. Afterwards I wrote down the four things I had forgotten, the first being lunch.',
    'I built the waiting list of {setting} anew: not first come, but how worried the clinician was, how far the person drives, and what notice they need. It is a simple sheet with three columns. {count} people were seen earlier in the first {months} months, and nobody lost a place without a call from a person.',
    'A mother shouted at me for eleven minutes about a canceled visit for her son. I let her. Then I said what I had understood, and she corrected one thing, and I said it again. He was seen that day. She sent a card to the team. What I changed afterwards is that a cancellation by us is never told by a recording.',
  ],
  duties: [
    'Led a team of seven schedulers, hired four of them',
    'Rebuilt 30 provider templates and halved the number of visit types',
    'Published waiting times each week and worked on one cause at a time',
    'Took escalated calls and closed them the same day',
    'Introduced two-way text reminders',
    'Planned shifts across two time zones',
  ],
}
