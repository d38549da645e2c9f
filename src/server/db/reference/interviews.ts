/** The three conversations of a panel. The instructions are for the interviewer; staff may edit them. */
export const INTERVIEWS = [
  {
    ref_interview_id: 1,
    interview_name: 'Interview A',
    interview_desc: `<ul>
<li>45 minutes: the path so far and the reasons for this role.</li>
<li>Begin with who you are and how the next 45 minutes will go. Ask for the name and pronunciation the person prefers.</li>
<li>Ask everyone the same questions, in the same order. Follow up on what they did themselves, with "and then?".</li>
<li>Do not ask about family, health, age, origin, faith or plans for children, not even while chatting.</li>
<li>Keep the last ten minutes for their questions. Write your notes within a day, in sentences, with what was said.</li>
</ul>`,
    questions: [
      'What drew them to this role, and how well do they understand what it involves?',
      'Describe a decision from their recent work: what did they do themselves, and what came of it?',
      'How do they speak about former employers, colleagues and patients?',
      'What did they say about a mistake of their own and what followed from it?',
      'What are they looking for in the next years, and can we offer it?',
    ],
  },
  {
    ref_interview_id: 2,
    interview_name: 'Interview B',
    interview_desc: `<ul>
<li>45 minutes: the craft of the role, with one worked example.</li>
<li>Share the example of the role from the team folder at the start and give five quiet minutes to read it.</li>
<li>Let them think aloud. Help when they are stuck, and note how they took the help.</li>
<li>Look for safe habits: checking, asking, writing down. A slow right answer is better than a quick wrong one.</li>
<li>Never use a real patient's details, and stop them kindly when they are about to.</li>
</ul>`,
    questions: [
      'How did they approach the worked example, step by step?',
      'How sound is their knowledge of the tools, rules and methods of this role?',
      'What did they do to keep patients and their information safe?',
      'How did they react when you questioned their approach or offered help?',
      'Which claims of the resume did you ask about, and what did you learn?',
    ],
  },
  {
    ref_interview_id: 3,
    interview_name: 'Interview C',
    interview_desc: `<ul>
<li>45 minutes: working with patients, families and colleagues from a distance.</li>
<li>Ask for things that happened, not for opinions: when, who, what did you say, what did they say.</li>
<li>Note what speaks for and against in the same detail. An impression without an example does not count.</li>
<li>Judge what the role needs. "I would like a coffee with them" is not a criterion.</li>
<li>Close with the next steps and the day by which they will hear from us.</li>
</ul>`,
    questions: [
      'How did they handle a conversation with somebody upset, frightened or angry?',
      'How do they listen, and how do they make sure that they were understood?',
      'What did they tell about working remotely: reliability, hours, asking for help?',
      'How do they respond to feedback, and what did they change because of it?',
      'What would they add to the team, and what would they need from us?',
    ],
  },
]
