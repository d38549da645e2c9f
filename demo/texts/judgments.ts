/** What a hiring lead wrote about each red flag, in the order of the reference list; the last one is for any other flag. */
export const JUDGMENTS = [
  'Absent. Asked about a mistake in Interview A, they told one of their own and what they changed. Nothing in the other two conversations points the other way.',
  'Absent. Patients and former colleagues were spoken of kindly in all three conversations. The one critical remark, about a former employer, was about a rule and not a person.',
  'Absent. On time for all three, with the link tested before. The former lead we called said the same.',
  'Absent. Interview B was about exactly this. They checked before going on and said what they would not do alone.',
  'Absent. Every story was told without names or anything that could identify somebody. I went through the notes once more for this.',
  'Absent. Two of three interviewers describe good listening. The third wrote nothing about it, so I asked, and there was nothing to add.',
  'Absent. Took a hint and used it. I would have liked a harder example of feedback, but the sign we look for was not there.',
  'Absent. License and certificate were looked up by our office, and dates and titles fit the resume.',
  'Absent. Nobody on the panel wrote about this, and when I asked each of them, none could think of a sign of it.',
]
