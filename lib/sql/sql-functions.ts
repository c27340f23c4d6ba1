/**
 * The functions that a query may call: they compute from their arguments alone. What reads files, tables, dictionaries,
 * settings, other machines or the state of the service is not among them, nor what takes the name of a function, a format or a
 * table as text. A function that a new version of the engine brings is unknown here until somebody adds it.
 */
const PLAIN_FUNCTIONS = [
  // Values that may be missing, and choices.
  "if,multiIf,ifNull,nullIf,coalesce,isNull,isNotNull,assumeNotNull,toNullable,isZeroOrNull,least,greatest,clamp",
  "and,or,not,xor,equals,notEquals,less,lessOrEquals,greater,greaterOrEquals,isDistinctFrom,isNotDistinctFrom,transform",
  // Numbers.
  "plus,minus,multiply,divide,divideOrNull,intDiv,intDivOrZero,modulo,moduloOrZero,positiveModulo,negate,abs,gcd,lcm,sign",
  "exp,exp2,exp10,log,ln,log2,log10,log1p,sqrt,cbrt,pow,power,sin,cos,tan,asin,acos,atan,atan2,sinh,cosh,tanh,pi,e",
  "erf,erfc,sigmoid,degrees,radians,factorial,hypot,widthBucket,floor,ceil,ceiling,round,trunc,truncate,roundBankers,roundDown",
  "roundToExp2,roundDuration,isFinite,isInfinite,isNaN,ifNotFinite,bitAnd,bitOr,bitXor,bitNot,bitCount,bitTest,bitShiftLeft",
  "bitShiftRight,max2,min2",
  // Texts.
  "length,lengthUTF8,char_length,character_length,octet_length,empty,notEmpty,lower,upper,lcase,ucase,lowerUTF8,upperUTF8",
  "initcap,reverse,reverseUTF8,concat,concatWithSeparator,concat_ws,substring,substr,mid,substringUTF8,substringIndex,left",
  "leftUTF8,right,rightUTF8,trim,trimBoth,trimLeft,trimRight,ltrim,rtrim,leftPad,rightPad,lpad,rpad,format,formatReadableSize",
  "formatReadableDecimalSize,formatReadableQuantity,formatReadableTimeDelta,startsWith,endsWith,startsWithUTF8,endsWithUTF8",
  "position,positionUTF8,positionCaseInsensitive,positionCaseInsensitiveUTF8,locate,instr,countSubstrings",
  "countSubstringsCaseInsensitive,hasToken,hasTokenCaseInsensitive,hasSubsequence,multiSearchAny,multiSearchAnyCaseInsensitive",
  "multiSearchFirstIndex,match,like,notLike,ilike,notILike,extract,extractAll,extractAllGroupsHorizontal",
  "extractAllGroupsVertical,extractGroups,countMatches,multiMatchAny,replace,replaceOne,replaceAll,replaceRegexpOne",
  "replaceRegexpAll,regexpQuoteMeta,translate,splitByChar,splitByString,splitByRegexp,splitByWhitespace,splitByNonAlpha",
  "alphaTokens,arrayStringConcat,ngrams,tokens,ngramDistance,ngramDistanceUTF8,ngramSearch,editDistance,editDistanceUTF8",
  "damerauLevenshteinDistance,jaroSimilarity,jaroWinklerSimilarity,levenshteinDistance,base64Encode,base64Decode",
  "tryBase64Decode,hex,unhex,bin,char,ascii,repeat,space,isValidUTF8,toValidUTF8,normalizeUTF8NFC,soundex",
  "domain,domainWithoutWWW,topLevelDomain,protocol,path,pathFull,queryString,cutQueryString,extractURLParameter",
  "extractURLParameters,decodeURLComponent,encodeURLComponent,extractKeyValuePairs",
  // Times.
  "now,now64,today,yesterday,toDate,toDateTime,toDateTime64,toDateOrNull,toDateTimeOrNull,toDateTime64OrNull",
  "parseDateTime,parseDateTimeBestEffort,parseDateTimeBestEffortOrNull,parseDateTime64BestEffort",
  "parseDateTime64BestEffortOrNull,toUnixTimestamp,toUnixTimestamp64Milli,toUnixTimestamp64Micro,fromUnixTimestamp",
  "fromUnixTimestamp64Milli,fromUnixTimestamp64Micro,toStartOfYear,toStartOfQuarter,toStartOfMonth,toStartOfWeek,toMonday",
  "toStartOfDay,toStartOfHour,toStartOfMinute,toStartOfSecond,toStartOfFiveMinutes,toStartOfTenMinutes",
  "toStartOfFifteenMinutes,toStartOfInterval,timeSlot,date_trunc,dateTrunc,dateDiff,date_diff,timeDiff,age,addDate,subDate",
  "addYears,addQuarters,addMonths,addWeeks,addDays,addHours,addMinutes,addSeconds,addMilliseconds,subtractYears",
  "subtractQuarters,subtractMonths,subtractWeeks,subtractDays,subtractHours,subtractMinutes,subtractSeconds,toYear,toQuarter",
  "toMonth,toWeek,toISOWeek,toISOYear,toDayOfYear,toDayOfMonth,toDayOfWeek,toHour,toMinute,toSecond,toMillisecond,toYYYYMM",
  "toYYYYMMDD,toLastDayOfMonth,monthName,dateName,formatDateTime,toTimeZone,toTimezone,toIntervalSecond,toIntervalMinute",
  "toIntervalHour,toIntervalDay,toIntervalWeek,toIntervalMonth,toIntervalQuarter,toIntervalYear,makeDate,makeDateTime",
  "UUIDv7ToDateTime",
  // Types.
  "toString,toInt8,toInt16,toInt32,toInt64,toInt128,toInt256,toUInt8,toUInt16,toUInt32,toUInt64,toUInt128,toUInt256",
  "toFloat32,toFloat64,toInt32OrNull,toInt64OrNull,toInt64OrZero,toUInt32OrNull,toUInt64OrNull,toUInt64OrZero,toFloat32OrNull",
  "toFloat64OrNull,toFloat64OrZero,toDecimal32,toDecimal64,toDecimal128,toDecimalString,toBool,toUUID,toUUIDOrNull,toTypeName",
  // JSON texts.
  "JSONHas,JSONLength,JSONType,JSONExtractString,JSONExtractInt,JSONExtractUInt,JSONExtractFloat,JSONExtractBool,JSONExtractRaw",
  "JSONExtractArrayRaw,JSONExtractKeys,JSONExtractKeysAndValuesRaw,isValidJSON,JSON_VALUE,JSON_QUERY,JSON_EXISTS,toJSONString",
  "simpleJSONHas,simpleJSONExtractString,simpleJSONExtractInt,simpleJSONExtractFloat,simpleJSONExtractBool",
  "simpleJSONExtractRaw,visitParamExtractString",
  // Lists, tuples and maps.
  "array,arrayAll,arrayAvg,arrayCompact,arrayConcat,arrayCount,arrayCumSum,arrayDifference,arrayDistinct,arrayDotProduct",
  "arrayElement,arrayElementOrNull,arrayEnumerate,arrayEnumerateUniq,arrayExcept,arrayExists,arrayFilter,arrayFirst",
  "arrayFirstIndex,arrayFirstOrNull,arrayFlatten,arrayFold,arrayIntersect,arrayJaccardIndex,arrayJoin,arrayLast",
  "arrayLastIndex,arrayLastOrNull,arrayMap,arrayMax,arrayMin,arrayPopBack,arrayPopFront,arrayProduct,arrayPushBack",
  "arrayPushFront,arrayResize,arrayReverse,arrayReverseSort,arrayRotateLeft,arrayRotateRight,arrayShiftLeft,arrayShiftRight",
  "arraySlice,arraySort,arraySplit,arraySum,arrayUnion,arrayUniq,arrayWithConstant,arrayZip,countEqual,flatten,has,hasAll,hasAny",
  "hasSubstr,indexOf,range,tuple,tupleElement,tupleConcat,map,mapFromArrays,mapKeys,mapValues,mapContains,mapFilter",
  "mapApply,mapSort,mapConcat,mapAdd,cosineDistance,L1Distance,L2Distance,L2Norm",
  // Digests.
  "cityHash64,sipHash64,xxHash32,xxHash64,xxh3,murmurHash3_32,murmurHash3_64,farmHash64,MD5,SHA1,SHA224,SHA256,SHA512,CRC32",
  // Others that compute from their arguments.
  "identity,materialize,bar",
];

const AGGREGATES = [
  "any,anyLast,any_value,first_value,last_value,argMax,argMin,avg,avgWeighted,corr,count,covarPop,covarSamp,deltaSum,entropy",
  "exponentialMovingAverage,groupArray,groupArrayLast,groupArraySample,groupArraySorted,groupBitAnd,groupBitOr,groupBitXor",
  "groupConcat,groupUniqArray,histogram,intervalLengthSum,kurtPop,kurtSamp,mannWhitneyUTest,max,max_by,maxIntersections,median",
  "medianExact,min,min_by,quantile,quantileExact,quantileExactInclusive,quantileExactWeighted,quantileTDigest,quantileTiming",
  "quantiles,quantilesExact,quantilesExactInclusive,quantilesTDigest,quantilesTiming,retention,sequenceCount,sequenceMatch",
  "simpleLinearRegression,skewPop,skewSamp,sparkbar,stddevPop,stddevSamp,studentTTest,sum,sumCount,sumKahan,topK",
  "topKWeighted,uniq,uniqCombined,uniqExact,uniqUpTo,varPop,varSamp,welchTTest,windowFunnel",
  // Over windows.
  "row_number,rank,dense_rank,percent_rank,cume_dist,ntile,lag,lead,lagInFrame,leadInFrame,nth_value",
];

/** What may follow the name of an aggregate: `countIf`, `avgOrNull`. */
const COMBINATORS = ["If", "Array", "Distinct", "OrNull", "OrDefault"];

const namesIn = (lines: readonly string[]) => lines.flatMap((line) => line.split(","));

const byLetters = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name.toLowerCase(), name]));

const plainByLetters = byLetters(namesIn(PLAIN_FUNCTIONS));
const aggregatesByLetters = byLetters(namesIn(AGGREGATES));
const combinatorsByLetters = byLetters(COMBINATORS);

/** A function as the engine writes it. */
export interface SqlFunction {
  readonly name: string;
  readonly isAggregate: boolean;
}

/** Returns the function that a name means, in large or small letters; null for one that a query may not call. */
export function sqlFunction(name: string): SqlFunction | null {
  const letters = name.toLowerCase();
  const plain = plainByLetters.get(letters);
  if (plain !== undefined) return { name: plain, isAggregate: false };
  const aggregate = aggregateOf(letters);
  return aggregate === null ? null : { name: aggregate, isAggregate: true };
}

function aggregateOf(letters: string): string | null {
  const known = aggregatesByLetters.get(letters);
  if (known !== undefined) return known;
  for (const [ending, combinator] of combinatorsByLetters) {
    if (!letters.endsWith(ending)) continue;
    const inner = aggregateOf(letters.slice(0, -ending.length));
    if (inner !== null) return `${inner}${combinator}`;
  }
  return null;
}

/** The names of all functions, for completion. */
export const SQL_FUNCTION_NAMES: readonly string[] = [...plainByLetters.values(), ...aggregatesByLetters.values()];
