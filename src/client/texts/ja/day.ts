// Texts of the filter, the conflicts, the mats and the athletes without a match on the Matches tab.
import type { texts as en } from '../en/day.ts'
import type { Translation } from '../t.ts'
import { texts as steps } from './steps.ts'

export const texts = {
  ...steps,

  'day.mat': 'マット',
  'day.allMats': 'すべてのマット',
  'day.team': 'チーム',
  'day.allTeams': 'すべてのチーム',
  'day.tournament': '大会',
  'day.allTournaments': 'すべての大会',
  'day.noneFiltered': '条件に合う試合はありません',
  'day.showAll': 'すべて表示',

  'matches.allResults': { other: '残り{count}件の結果を表示' },
  'matches.noFollowsTitle': 'フォロー中の選手がいません',
  'matches.noFollowsText': '大会の選手をフォローすると、次の試合がここに表示されます。',

  'day.atOnce': '{time}頃に{count}試合が同時：{fights}',
  'day.maybeAtOnce': '{time}頃に{count}試合が重なる可能性：{fights}',
  'day.onMat': 'マット{mat} {names}',
  'day.also': 'マット{mat}と同時',
  'day.alsoWith': 'マット{mat}の{names}と同時',
  'day.maybeAlso': 'マット{mat}？',
  'day.maybeAlsoWith': 'マット{mat}の{names}と重なる可能性',
  'day.tight': '連続',
  'day.tightWith': 'マット{mat}の{names}と連続',

  'day.lanesNone': 'これから1時間、フォロー中の選手の試合はありません',
  'day.lanesList': '一覧で見る',
  'day.barOn': 'マット{mat}：{names}、試合中',
  'day.barEstimate': 'マット{mat}：{names}、{time}頃（{early}～{late}）',
  'day.barSchedule': 'マット{mat}：{names}、発表時刻{time}',

  'day.idle': '次の試合がない選手',
  'day.moreIdle': { other: '残り{count}人を表示' },
  'day.waitsFor': '対戦相手待ち：{opponent}',
  'day.unplaced': 'マットと時刻は未定',
  'day.waiting': '次の試合は未定',
  'day.bracket-missing': 'トーナメント表は未公開',
  'day.alone': '階級に対戦相手なし：計量のみ',
  'day.over': '終了',
  'day.out': '敗退',
  'day.unlisted': '公式の一覧に掲載されていません',
  'day.unknown': '予定なし',
  'day.reasonIn': '{reason}（{category}）',
} as const satisfies Translation<typeof en>
