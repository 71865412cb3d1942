//! Bit extraction by what the processor has.
//!
//! Owns: [`Cpu`], [`Bmi2`], [`Portable`], and [`run`], the one choice between them. A plain build of Rust
//! assumes no BMI2, so the generator is compiled twice and the choice is made at run time, once a question.
//! Invariant: a [`Bmi2`] exists only on a processor that [`Bmi2::detect`] found to have the feature, and
//! without one nothing here can be called that needs it.

/// A processor: how bits are gathered on it. The value is the proof that it can.
pub trait Cpu: Copy {
    /// The bits of `x` under `mask`, packed to the low end.
    fn gather(self, x: u64, mask: u64) -> u64;
    /// Runs `task`, compiled for this processor.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// Work that is compiled once for each processor.
pub trait Task {
    /// What comes of it.
    type Output;
    /// Does the work. Implementations are `#[inline(always)]`, which is what compiles them for `cpu`.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// Runs `task` on the best processor that this one can be.
pub fn run<T: Task>(task: T) -> T::Output {
    match Bmi2::detect() {
        Some(cpu) => cpu.run(task),
        None => Portable.run(task),
    }
}

/// Bits gathered one by one; for processors without BMI2.
#[derive(Clone, Copy)]
pub struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn gather(self, x: u64, mut mask: u64) -> u64 {
        let mut out = 0;
        let mut bit = 0;
        while mask != 0 {
            let low = mask & mask.wrapping_neg();
            out |= u64::from(x & low != 0) << bit;
            bit += 1;
            mask ^= low;
        }
        out
    }

    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// The instruction PEXT.
#[derive(Clone, Copy)]
pub struct Bmi2(());

impl Bmi2 {
    /// The token, on processors that have it.
    pub fn detect() -> Option<Bmi2> {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt")
        {
            return Some(Bmi2(()));
        }
        None
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl Cpu for Bmi2 {
    #[inline(always)]
    fn gather(self, x: u64, mask: u64) -> u64 {
        // SAFETY: `self` exists only where `detect` found the instruction.
        unsafe { std::arch::x86_64::_pext_u64(x, mask) }
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn compiled_so<T: Task>(cpu: Bmi2, task: T) -> T::Output {
            task.run(cpu)
        }
        // SAFETY: `self` exists only where `detect` found every feature that is enabled.
        unsafe { compiled_so(self, task) }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Cpu for Bmi2 {
    fn gather(self, x: u64, mask: u64) -> u64 {
        Portable.gather(x, mask)
    }

    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}
